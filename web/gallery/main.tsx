import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/ui/tokens.css';
import '../src/ui/base.css';
import './gallery.css';
import { ToastHost } from '../src/ui/toast-host.tsx';
import { HomeSample } from './home-sample.tsx';
import { PartsPage } from './parts-page.tsx';
import { RecordSample } from './record-sample.tsx';
import { WithdrawSample } from './withdraw-sample.tsx';

const params = new URLSearchParams(location.search);
const theme = params.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
document.documentElement.lang = params.get('lang') ?? 'en';

const PAGES = { home: HomeSample, withdraw: WithdrawSample, record: RecordSample, parts: PartsPage };
const Shown = PAGES[(params.get('page') ?? 'parts') as keyof typeof PAGES];

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Shown />
      <ToastHost label="Messages" closeLabel="Close message" />
    </StrictMode>,
  );
}
