/**
 * Creates a queue for low-priority work: it runs one task in each turn of the event loop, in the order of their
 * arrival, so that other events are handled in between. A task must not throw.
 */
export function yieldingQueue(): (task: () => void) => void {
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
