import { CoinMark } from '../src/ui/coin-mark.tsx';
import { Drawing } from '../src/ui/drawing.tsx';
import * as act from '../src/ui/icon/act.tsx';
import * as arrow from '../src/ui/icon/arrow.tsx';
import * as guard from '../src/ui/icon/guard.tsx';
import * as money from '../src/ui/icon/money.tsx';
import * as place from '../src/ui/icon/place.tsx';
import * as sign from '../src/ui/icon/sign.tsx';
import { Mark } from '../src/ui/mark.tsx';
import { Stack } from '../src/ui/page.tsx';

const ICONS = Object.entries({ ...place, ...arrow, ...money, ...sign, ...act, ...guard });
const COINS = ['USDT', 'OPEN', 'OUSD', 'USDO', 'EQUITY', 'OBL', 'POY', 'BNB', 'XYZ'];
const DRAWINGS = ['water', 'records', 'people', 'search', 'offline', 'done', 'locked', 'failed'] as const;

export function IconParts() {
  return (
    <Stack>
      <div className="gallery-row">
        {ICONS.map(([name, Icon]) => (
          <span key={name} title={name}>
            <Icon />
          </span>
        ))}
      </div>
      <div className="gallery-row">
        {COINS.map((coin) => (
          <CoinMark key={coin} coin={coin} />
        ))}
        <Mark size={40} />
        <Mark size={80} label="Openmere" />
      </div>
      <div className="gallery-row">
        {DRAWINGS.map((kind) => (
          <Drawing key={kind} kind={kind} />
        ))}
      </div>
    </Stack>
  );
}
