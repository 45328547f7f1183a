/**
 * Does together what comes one by one: what comes within `everyMs` of the last round waits for the next one, for so long at most;
 * after a longer pause it waits for the end of the turn of the event loop alone. `handle` gets a round in the order of its arrival
 * and must not throw.
 */
export function coalescePolls<Item>(
  everyMs: number,
  handle: (items: readonly Item[]) => void,
): (item: Item) => void {
  let handledAt = Number.NEGATIVE_INFINITY;
  let waiting: Item[] = [];
  const handleAll = () => {
    const items = waiting;
    waiting = [];
    handledAt = performance.now();
    handle(items);
  };
  return (item) => {
    if (waiting.push(item) > 1) return;
    const waitMs = handledAt + everyMs - performance.now();
    if (waitMs > 0) setTimeout(handleAll, waitMs);
    else setImmediate(handleAll);
  };
}

/**
 * Answers the questions of one turn of the event loop together: `answer` gets them in their order and gives as many answers, in
 * the same order. When it rejects, so does everybody who waits for it.
 */
export function batch<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const ask = coalescePolls<{ question: Question } & PromiseWithResolvers<Answer>>(0, (asked) => {
    answer(asked.map(({ question }) => question)).then(
      (answers) => {
        for (const [position, each] of answers.entries()) asked[position]?.resolve(each);
      },
      (error) => {
        for (const { reject } of asked) reject(error);
      },
    );
  });
  return (question) => {
    const promised = Promise.withResolvers<Answer>();
    ask({ question, ...promised });
    return promised.promise;
  };
}
