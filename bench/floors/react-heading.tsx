import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
createRoot(root).render(<h1>React alone</h1>)
