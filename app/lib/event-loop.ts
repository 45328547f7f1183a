import { setImmediate } from "node:timers";

let turn = 0;
let isCounted = false;

/**
 * The number of the current turn of the event loop, for what need not be asked twice in one: requests of one turn were all
 * sent before it began.
 */
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

/**
 * Creates a queue for low-priority work: it runs one task in each turn of the event loop, in the order of their
 * arrival, so that other events are handled in between. A task must not throw.
 */
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
