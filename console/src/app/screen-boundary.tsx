import { Alert, Button } from 'antd';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { t } from '../platform/texts.ts';
import { ScreenMissing } from './lazy-screen.ts';

type Props = { path: string; children: ReactNode };
type State = { failure: 'missing' | 'broken' | undefined };

/** A screen that breaks, or whose file cannot be fetched, takes only itself down, until one goes to another. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof ScreenMissing ? 'missing' : 'broken' };
  }

  override componentDidCatch(error: unknown): void {
    console.error('screen failed', this.props.path, error);
  }

  override componentDidUpdate(before: Props): void {
    if (before.path !== this.props.path && this.state.failure !== undefined) this.retry();
  }

  retry = (): void => this.setState({ failure: undefined });

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    // A browser remembers that a file could not be fetched: only a new page asks again.
    const [text, label, act] =
      failure === 'missing'
        ? [t('screenMissing'), t('loadAnew'), () => location.reload()]
        : [t('screenBroken'), t('tryAgain'), this.retry];
    return <Alert type="error" showIcon title={text} action={<Button onClick={act}>{label}</Button>} />;
  }
}
