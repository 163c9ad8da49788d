import { NewsTicker } from './news-ticker.tsx';
import { PartnerMedia } from './partner-media.tsx';

/** What home shows of news. Texts: `news`. */
export function HomeNews() {
  return (
    <>
      <NewsTicker />
      <PartnerMedia />
    </>
  );
}
