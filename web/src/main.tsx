import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app/app';
import { createSiteRouter, whenReady } from './app/router';
import './shared/styles/index.css';

const root = document.getElementById('root');
if (root) {
  const router = createSiteRouter();
  // The page that the server drew stays until the one that takes its place can be drawn whole.
  void whenReady(router).then(() => {
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    );
  });
}
