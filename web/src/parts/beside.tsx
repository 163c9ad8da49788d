import { Component, Suspense } from 'react';
import type { ReactNode } from 'react';
import { fetchAnewWhenQuiet } from '../platform/fetch-anew.ts';
import { PartMissing } from '../ui/lazy-part.ts';

/** `waiting` keeps the place until the code is there, `instead` stands there where it failed. */
type Props = { waiting?: ReactNode; instead?: ReactNode; children: ReactNode };
type State = { failed: boolean };

/**
 * What a screen can do without, in it or beside it (wallet sheets, messages, news): where it fails the rest stays as it is, and
 * where its code could not be fetched the page is fetched anew with the network, once nobody is at anything.
 */
export class Beside extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('beside the screen', error);
    if (error instanceof PartMissing) fetchAnewWhenQuiet();
  }

  override render(): ReactNode {
    const { waiting, instead, children } = this.props;
    return this.state.failed ? instead : <Suspense fallback={waiting}>{children}</Suspense>;
  }
}
