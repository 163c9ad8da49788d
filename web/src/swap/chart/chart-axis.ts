import type { Library } from './chart-library.ts';
import { timeWeight } from './chart-time.ts';

type Behavior = ReturnType<Library['defaultHorzScaleBehavior']>;
type FillWeights = InstanceType<Behavior>['fillWeightsForPoints'];
export type Axis = InstanceType<Behavior> & { utc: boolean };

/** The time axis of the library, with days and hours where the reader's calendar has them. */
export function makeAxis(Base: Behavior): Axis {
  return new (class extends Base {
    utc = false;

    override fillWeightsForPoints(...[points, start]: Parameters<FillWeights>): void {
      for (let index = Math.max(start, 1); index < points.length; index += 1) {
        const [before, point] = [points[index - 1], points[index]];
        if (!before || !point) continue;
        const weight = timeWeight(before.originalTime as number, point.originalTime as number, this.utc);
        point.timeWeight = weight as typeof point.timeWeight;
      }
    }
  })();
}
