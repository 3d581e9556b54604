import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { api } from './src/shared/api.ts'

const server = 'http://127.0.0.1:3000'

// The browser needs no more of the contract than where each call goes; the schemas stay at home.
const routes = Object.fromEntries(
  Object.entries(api).map(([name, { method, path }]) => [name, { method, path }]),
)

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  define: { API_ROUTES: JSON.stringify(routes) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The server's content security policy allows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/uploads': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
