/**
 * Makes a queue for what nobody waits for: one piece of work in each turn of the event loop, so that whatever else comes
 * in has its turn in between.
 */
export function createTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  const takeOne = () => {
    const work = waiting.shift();
    if (waiting.length > 0) setImmediate(takeOne);
    work?.();
  };
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(takeOne);
  };
}
