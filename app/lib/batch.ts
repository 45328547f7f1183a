/**
 * Handles together what comes one by one: an item waits at most `everyMs` after the last round; after a longer pause only for
 * the end of the event loop's turn. `handle` gets a round in order and must not throw.
 */
export function batchEvery<Item>(
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

/** Answers the questions of one turn of the event loop together, in order. A rejection goes to all of them. */
export function batch<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const ask = batchEvery<{ question: Question } & PromiseWithResolvers<Answer>>(0, (asked) => {
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
