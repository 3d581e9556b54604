import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { Link } from './link.tsx'
import { type Location, type Navigate, Routing, useLocation, useNavigate } from './location.tsx'
import { Redirect } from './redirect.tsx'

let now: Location
let navigate: Navigate

function Place() {
  now = useLocation()
  navigate = useNavigate()
  return <p>{now.pathname}</p>
}

const address = ({ pathname, search, hash }: Omit<Location, 'state' | 'key'>) =>
  `${pathname}${search}${hash}`

/** The app at an address that was typed: its history is this entry alone. */
function start(path: string, part = <Place />) {
  history.replaceState(null, '', path)
  onTestFinished(cleanup)
  return render(<Routing>{part}</Routing>)
}

async function back() {
  const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await act(async () => {
    history.back()
    await isBack
  })
}

it('begins where the browser is, at an entry that no link of the app made', () => {
  start('/checks/a%20b?x=1#part')
  expect(now).toEqual({
    pathname: '/checks/a%20b',
    search: '?x=1',
    hash: '#part',
    state: null,
    key: 'default',
  })
})

it.each([
  ['a plain link within a page', null, 'default'],
  ['a router of before', { usr: { from: '/confirm' }, key: 'k1', idx: 3 }, 'k1'],
  ['something else', 'a text', 'default'],
])('goes back to an entry that %s made', async (_, made, key) => {
  start('/policy')
  history.replaceState(made, '', '/policy#3')
  act(() => navigate('/history'))
  await back()
  expect(now).toEqual({ pathname: '/policy', search: '', hash: '#3', state: null, key })
})

it('follows a plain link within a page', () => {
  start('/policy')
  // As a browser does it.
  history.pushState(null, '', '#3')
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect(now).toMatchObject({ pathname: '/policy', hash: '#3', state: null, key: 'default' })
})

it.each([
  ['another screen', '/login', '/login'],
  ['a part of another screen', '/policy#3', '/policy#3'],
  ['a part of this screen', '#times', '/shifts#times'],
])('goes to %s', (_, to, expected) => {
  start('/shifts')
  act(() => navigate(to))
  expect([address(now), address(document.location)]).toEqual([expected, expected])
})

it('hands a state over, which is there again after going on and back', async () => {
  start('/confirm')
  act(() => navigate('/login', { state: { from: '/confirm' } }))
  const login = now
  expect(login.state).toEqual({ from: '/confirm' })
  act(() => navigate('/history'))
  expect(now).toMatchObject({ pathname: '/history', state: null })
  expect(now.key).not.toBe(login.key)
  await back()
  expect(now).toEqual(login)
})

it('the same link again is another entry, but leaves one in the history', () => {
  start('/')
  act(() => navigate('/line-monitor-dashboard#rules'))
  const [first, length] = [now, history.length]
  act(() => navigate('/line-monitor-dashboard#rules'))
  expect(address(now)).toBe(address(first))
  expect(now.key).not.toBe(first.key)
  expect(history.length).toBe(length)
})

it('what is replaced is not gone back to', async () => {
  start('/history')
  act(() => navigate('/profile'))
  act(() => navigate('/login', { replace: true }))
  expect(now.pathname).toBe('/login')
  await back()
  expect(now.pathname).toBe('/history')
})

/** Everything leads to `/login`, which shows this. */
function ToLogin({ login }: { login: ReactNode }) {
  const { pathname } = useLocation()
  return pathname === '/login' ? login : <Redirect to="/login" state={{ from: pathname }} />
}

it('is led away also from where it begins', () => {
  start('/nowhere', <ToLogin login={<Place />} />)
  expect(now).toMatchObject({ pathname: '/login', state: { from: '/nowhere' } })
})

it('is redirected again after going back while the next screen is loading', async () => {
  const NeverLoaded = lazy(() => new Promise<never>(() => {}))
  history.replaceState(null, '', '/first')
  history.pushState(null, '', '/second')
  start(
    '/second',
    <Suspense>
      <ToLogin login={<NeverLoaded />} />
    </Suspense>,
  )
  expect(document.location.pathname).toBe('/login')
  await back()
  expect(document.location.pathname).toBe('/login')
  expect(history.state).toMatchObject({ state: { from: '/first' } })
})

it('the screen before stays until the next one is loaded', async () => {
  let load = () => {}
  const Next = lazy(
    () =>
      new Promise<{ default: () => string }>((resolve) => {
        load = () => resolve({ default: () => 'The next screen' })
      }),
  )
  function Screens() {
    return useLocation().pathname === '/next' ? <Next /> : <p>The screen before</p>
  }
  const { container } = start(
    '/',
    <Suspense fallback="Loading...">
      <Link to="/next">On</Link>
      <Screens />
    </Suspense>,
  )
  fireEvent.click(screen.getByText('On'))
  expect(document.location.pathname).toBe('/next')
  expect(container.textContent).toBe('OnThe screen before')
  await act(async () => load())
  expect(container.textContent).toBe('OnThe next screen')
})

it('a link hands its state over, unless its click is prevented', () => {
  let isPrevented = true
  start(
    '/',
    <>
      <Place />
      <Link
        to="/login"
        state={{ from: '/' }}
        onClick={(event) => {
          if (isPrevented) event.preventDefault()
        }}
      >
        On
      </Link>
    </>,
  )
  fireEvent.click(screen.getByText('On'))
  expect(now.pathname).toBe('/')
  isPrevented = false
  fireEvent.click(screen.getByText('On'))
  expect(now).toMatchObject({ pathname: '/login', state: { from: '/' } })
})

it.each([
  ['with Ctrl', { ctrlKey: true }],
  ['with Cmd', { metaKey: true }],
  ['with Shift', { shiftKey: true }],
  ['with Alt', { altKey: true }],
  ['with the middle button', { button: 1 }],
])('a click %s is the browser’s own', (_, how) => {
  start('/', <Link to="/next">On</Link>)
  const isLeft = fireEvent.click(screen.getByText('On'), how)
  expect(isLeft).toBe(true)
})
