import type { Location } from '@openmere/core/place/rules.ts';
import { tilesCredit, tilesZoomMax } from '@openmere/core/setting/place.ts';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useSetting } from '../setting/use-setting.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { IconMinus, IconPlus } from '../ui/icon/act.tsx';
import { Notice } from '../ui/notice.tsx';
import type { WorldMap } from './world-map.ts';
import css from './world-map.module.css';

type Props = {
  location: Location | undefined;
  /** Undefined: a map to look at. */
  onMove?: (location: Location) => void;
  /** How to use it, below it. */
  hint?: string;
};

/** The map with its marker; the drawing comes when it is first shown. */
export function MapView({ location, onMove, hint }: Props) {
  const t = useTexts('place');
  const host = useRef<HTMLDivElement>(null);
  const map = useRef<WorldMap>(undefined);
  const moved = useRef(onMove);
  const shown = useRef(location);
  const [failed, setFailed] = useState(false);
  const markerLabel = t('marker');
  const zoomMax = useSetting(tilesZoomMax);
  const credit = useSetting(tilesCredit);
  const canMove = onMove !== undefined;
  useEffect(() => {
    moved.current = onMove;
  });
  useEffect(() => {
    let off = false;
    void (async () => {
      try {
        const { openWorldMap } = await import('./world-map.ts');
        if (off || !host.current) return;
        const opened = await openWorldMap(host.current, {
          location: shown.current,
          markerLabel,
          tilesZoomMax: zoomMax,
          onMove: canMove
            ? (to) => {
                shown.current = to;
                moved.current?.(to);
              }
            : undefined,
        });
        if (off) opened.close();
        else map.current = opened;
      } catch (error) {
        console.warn('the map cannot be drawn', error);
        setFailed(true);
      }
    })();
    return () => {
      off = true;
      map.current?.close();
      map.current = undefined;
    };
  }, [markerLabel, canMove, zoomMax]);
  useEffect(() => {
    // What the marker itself has just said needs no answer.
    if (!location || location === shown.current) return;
    shown.current = location;
    map.current?.show(location);
  }, [location]);
  if (failed) return <Notice tone="warn">{t('noMap')}</Notice>;
  return (
    <figure className={css.figure}>
      <div className={css.map}>
        <div ref={host} className={css.host} role="application" aria-label={t('map')} />
        <div className={css.zoom}>
          <IconButton label={t('closer')} icon={<IconPlus />} onPress={() => map.current?.zoomBy(1)} />
          <IconButton label={t('further')} icon={<IconMinus />} onPress={() => map.current?.zoomBy(-1)} />
        </div>
      </div>
      <figcaption>
        {hint !== undefined && <p className={css.hint}>{hint}</p>}
        {credit !== '' && <p className={css.credit}>{credit}</p>}
        <p className={css.credit}>{t('credit')}</p>
      </figcaption>
    </figure>
  );
}
