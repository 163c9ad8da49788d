import { WaitingBones } from '../../parts/waiting.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import css from './goods.module.css';

/** A goods that is being fetched, in the size of what comes. */
export function WaitingGoods() {
  return (
    <WaitingBones>
      <div className={css.waiting}>
        <span className={css.square} />
        <Bone width="half" size={28} />
        <Bone width="most" />
        <Bone width="quarter" size={14} />
      </div>
    </WaitingBones>
  );
}
