import { createElement, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { WaitingLine } from '../parts/waiting.tsx';
import { loadTexts } from '../platform/i18n.ts';
import { whenIdle } from '../platform/idle.ts';
import css from './price-slot.module.css';

let fetched: ComponentType | undefined;

async function fetchCard(): Promise<ComponentType> {
  const [{ PriceCard }] = await Promise.all([import('../swap/market/price-card.tsx'), loadTexts(['market'])]);
  fetched = PriceCard;
  return PriceCard;
}

/** Place of the price card, in its size. Its code and texts come after the first picture; without them the place goes. */
export function PriceSlot() {
  // In an object, because a component handed to the setter would be called.
  const [state, setState] = useState<{ card?: ComponentType | undefined; isAway?: boolean }>({
    card: fetched,
  });
  useEffect(() => {
    if (fetched) return undefined;
    return whenIdle(() => {
      fetchCard().then(
        (card) => setState({ card }),
        (error: unknown) => {
          console.warn('the price card could not be fetched', error);
          setState({ isAway: true });
        },
      );
    });
  }, []);
  if (state.isAway) return null;
  return (
    <div className={css.slot}>
      {state.card ? (
        createElement(state.card)
      ) : (
        <div className={css.bones}>
          <WaitingLine width="half" />
        </div>
      )}
    </div>
  );
}
