import { setImmediate } from "node:timers";

let turn = 0;
let isCounted = false;

/** The number of the event loop's turn: what a turn has read need not be read again for its other requests. */
export function currentTick(): number {
  if (!isCounted) {
    isCounted = true;
    setImmediate(() => {
      turn += 1;
      isCounted = false;
    });
  }
  return turn;
}

/** Runs one task per turn of the event loop, in order, so that other events come in between. A task must not throw. */
export function lowPriorityQueue(): (task: () => void) => void {
  const tasks: (() => void)[] = [];
  const runNext = () => {
    const task = tasks.shift();
    if (tasks.length > 0) setImmediate(runNext);
    task?.();
  };
  return (task) => {
    if (tasks.push(task) === 1) setImmediate(runNext);
  };
}
