import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PdfViewer } from './pdf-viewer.tsx'

it('says that the document loads', () => {
  const drawn = renderToString(<PdfViewer url="/uploads/policy/a.pdf" title="Policy" />)
  expect(drawn).toContain('Loading…')
})
