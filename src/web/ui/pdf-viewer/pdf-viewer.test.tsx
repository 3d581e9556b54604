import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import type { PDFDocumentProxy } from './pdf.ts'
import { OpenPdf, PdfViewer } from './pdf-viewer.tsx'

it('says that the document loads', () => {
  const drawn = renderToString(<PdfViewer url="/uploads/policy/a.pdf" title="Policy" />)
  expect(drawn).toContain('Loading…')
})

/** A document of this width in points, whose pages never come, on a phone where all is 320 wide and 165 high. */
function showOnPhone(width: number) {
  class ToldAtOnce {
    observe: () => void
    constructor(tell: () => void) {
      this.observe = tell
    }
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', ToldAtOnce)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(165)
  const getPage = vi.fn(() => new Promise(() => {}))
  const pdf = { numPages: 2, getPage } as unknown as PDFDocumentProxy
  const onFailure = vi.fn()
  const open = { pdf, width, height: 100, onFailure }
  const view = show(<OpenPdf url="/uploads/policy/a.pdf" title="Policy" {...open} />)
  return { ...view, getPage, onFailure }
}

it.each([
  [600, 'Smaller', 256],
  [600, 'Larger', 400],
  [3000, 'Smaller', 320],
  [50, 'Larger', 320],
])('a page %i points wide, once shown whole, is by "%s" %i wide', async (width, name, becomes) => {
  const { container, getByRole, user } = showOnPhone(width)
  await user.click(getByRole('button', { name }))
  const page = container.querySelector<HTMLElement>('[data-page]')
  expect(Number.parseFloat(page?.style.width ?? '')).toBeCloseTo(becomes)
})

it('keeps clear of the bars, however high they are, where one goes to', () => {
  const { getByRole } = showOnPhone(600)
  const viewer = getByRole('toolbar').parentElement?.parentElement
  expect(viewer?.style.getPropertyValue('--bar')).toBe('165px')
})

it.each([
  ['take much of the window', 0, '2'],
  ['are scrolled away', -265, '1'],
])('names the page at a third of what is left, where the bars %s', (_, top, page) => {
  vi.stubGlobal('innerHeight', 568)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.hasAttribute('data-page')
      ? new DOMRect(0, 165 + 30, 320, 400)
      : new DOMRect(0, top, 320, 165)
  })
  const { getByLabelText } = showOnPhone(600)
  expect(getByLabelText('Page')).toHaveProperty('value', page)
})

it('does not look for spaces', async () => {
  const { getByRole, user } = showOnPhone(600)
  await user.click(getByRole('button', { name: 'Find' }))
  await user.type(getByRole('searchbox'), '  ')
  expect(getByRole('status').textContent).toBe('')
  await user.type(getByRole('searchbox'), 'a')
  expect(getByRole('status').textContent).toBe('Looking …')
})

it('reports a page that could not be had for a search', async () => {
  const { getByRole, user, getPage, onFailure } = showOnPhone(600)
  await user.click(getByRole('button', { name: 'Find' }))
  const gone = new TypeError('Failed to fetch')
  getPage.mockRejectedValue(gone)
  await user.type(getByRole('searchbox'), 'a')
  await expect.poll(() => onFailure.mock.calls).toEqual([[gone]])
})

it.each(['{Escape}', 'Close'])(
  'gives the focus back to Find as the search is closed by %s',
  async (how) => {
    const { getByRole, queryByRole, user } = showOnPhone(600)
    const find = getByRole('button', { name: 'Find' })
    await user.click(find)
    if (how === 'Close') await user.click(getByRole('button', { name: how }))
    else await user.keyboard(how)
    expect(queryByRole('searchbox')).toBeNull()
    expect(document.activeElement).toBe(find)
  },
)
