import './platform/browser/csp.ts';
import './ui/theme/theme.css';
import './ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/routing/router.tsx';
import { applyColorScheme } from './platform/browser/color-scheme.ts';
import { createQueryClient } from './platform/api/query-client.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

applyColorScheme();
const client = createQueryClient();
createRoot(root).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={createRouter(client)} />
  </QueryClientProvider>,
);
