import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { List } from './list.tsx';
import { usePressOnce } from './use-press-once.ts';
import css from './endless-list.module.css';

export type EndlessListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** One row: a `ListRow`. */
  children: (item: Item) => ReactNode;
  /** Level of the heads: 3 where the list stands under a title of its own. Default 2. */
  headLevel?: 2 | 3;
  /** The date head an item stands under; items with the same head are neighbours. */
  headOf?: (item: Item) => string;
  hasMore: boolean;
  /** Fetches the next page; asked once until its promise settles. */
  onMore: () => Promise<unknown>;
  /** The button that keyboard and screen reader reach: "Show more". */
  moreLabel: string;
  /** The last page failed: says so; nothing loads by itself until the button is pressed. */
  errorText?: string | undefined;
  /** Under the last item: "That is all". */
  endNote?: ReactNode;
  /** Rows on a plate (default), or tiles beside one another. */
  layout?: 'rows' | 'tiles';
};

type Group<Item> = { head: string; items: Item[] };

function groupsOf<Item>(items: readonly Item[], headOf: ((item: Item) => string) | undefined): Group<Item>[] {
  const groups: Group<Item>[] = [];
  for (const item of items) {
    const head = headOf?.(item) ?? '';
    const last = groups.at(-1);
    if (last?.head === head) last.items.push(item);
    else groups.push({ head, items: [item] });
  }
  return groups;
}

/** A long list that loads as it is scrolled, dates as sticky heads. */
export function EndlessList<Item>(props: EndlessListProps<Item>) {
  const { label, items, keyOf, children, headOf, hasMore, onMore, moreLabel, errorText, endNote } = props;
  const Head = props.headLevel === 3 ? 'h3' : 'h2';
  const foot = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [pending, more] = usePressOnce(async () => {
    setFailed(true); // until it has come through: a failing page must not be asked for again and again
    await onMore();
    setFailed(false);
  });
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });

  const loads = hasMore && errorText === undefined && !pending && !failed;
  useEffect(() => {
    const target = foot.current;
    if (!target || !loads) return;
    // Half a screen ahead, so that the end is rarely seen; watched anew after each page, which may not fill the screen.
    const observer = new IntersectionObserver(
      (seen) => seen.some((entry) => entry.isIntersecting) && latest.current(),
      {
        rootMargin: '400px',
      },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [loads, items.length]);

  return (
    <div className={css.list}>
      {groupsOf(items, headOf).map((group) => (
        <section key={group.head} className={css.group}>
          {group.head !== '' && <Head className={css.head}>{group.head}</Head>}
          <Items label={group.head || label} layout={props.layout}>
            {group.items.map((item) => (
              <ItemSlot key={keyOf(item)}>{children(item)}</ItemSlot>
            ))}
          </Items>
        </section>
      ))}
      <div ref={foot} className={css.foot}>
        {errorText !== undefined && <p role="alert">{errorText}</p>}
        {hasMore ? (
          <Button tone="quiet" size="small" busy={pending} onPress={more}>
            {moreLabel}
          </Button>
        ) : (
          items.length > 0 && endNote
        )}
      </div>
    </div>
  );
}

type ItemsProps = { label: string; layout: EndlessListProps<unknown>['layout']; children: ReactNode };

function Items({ label, layout, children }: ItemsProps) {
  if (layout !== 'tiles') return <List label={label}>{children}</List>;
  return (
    <ul className={css.tiles} aria-label={label}>
      {children}
    </ul>
  );
}

function ItemSlot({ children }: { children: ReactNode }) {
  return children;
}
