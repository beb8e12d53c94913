import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Builds `/ui`, the page of parts, for its browser tests; `vite.config.ts` leaves it out. */
export default defineConfig({
  plugins: [react()],
  // `source` reads the unbuilt contract.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'baseline-widely-available',
    minify: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'ui.html' },
  },
  logLevel: 'warn',
});
