import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyStoredTheme } from './layout/theme.ts'
import './ui/tokens.css'
import './ui/base.css'

applyStoredTheme()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
createRoot(root).render(<App />)
