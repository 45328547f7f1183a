/**
 * Answers many questions at once: those that come within `everyMs` of the last answers wait for the next ones, for so long at
 * most; after a longer pause they wait for the end of the turn of the event loop alone. `answer` gets the questions in their
 * order and gives as many answers, in the same order. When it rejects, so does everybody who waits for it.
 */
export function gather<Question, Answer>(
  everyMs: number,
  answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] =
    [];
  const answerAll = () => {
    const asked = waiting;
    waiting = [];
    answeredAt = performance.now();
    answer(asked.map(({ question }) => question)).then(
      (answers) => {
        for (const [position, each] of answers.entries()) asked[position]?.resolve(each);
      },
      (error) => {
        for (const { reject } of asked) reject(error);
      },
    );
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) > 1) return;
      const waitMs = answeredAt + everyMs - performance.now();
      if (waitMs > 0) setTimeout(answerAll, waitMs);
      else setImmediate(answerAll);
    });
}
