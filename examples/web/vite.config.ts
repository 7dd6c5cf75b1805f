import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL = 'http://127.0.0.1:4000' } = loadEnv(mode, import.meta.dirname, 'GATEWAY');
  // The page and the graph share one origin, so that no cross-origin rules apply; sockets are proxied as well.
  const server = { host: '127.0.0.1', port: 3000, proxy: { '/graphql': { target: GATEWAY_URL, ws: true } } };
  return {
    plugins: [react()],
    server,
    preview: server,
  };
});
