import { expect, it } from 'vitest'
import { linksTo } from '../../scripts/links-to.js'

const manifest = {
  'index.html': { file: 'index.js', css: ['index.css'], imports: ['_frame.js'] },
  '_frame.js': { file: 'frame.js', css: ['frame.css'] },
  '_parts.js': { file: 'parts.js', css: ['parts.css'], imports: ['_frame.js'] },
  '_list.js': { file: 'list.js', css: ['list.css'], imports: ['_parts.js'] },
  'screens/desk.tsx': {
    file: 'desk.js',
    css: ['desk.css'],
    imports: ['_frame.js', '_list.js', '_parts.js', 'index.html'],
  },
}

it('a page has the styles of its screen after those of what the screen imports, like a link to it', () => {
  const links = linksTo(manifest, 'screens/desk.tsx')
  const named = [...links.matchAll(/rel="(\w+)" href="\/(\w+)\.\w+"/g)]
  const of = (wanted: string) => named.flatMap(([, rel, name]) => (rel === wanted ? name : []))
  expect(of('stylesheet')).toEqual(['parts', 'list', 'desk'])
  expect(of('modulepreload').sort()).toEqual(['desk', 'list', 'parts'])
})
