/**
 * Lets `perMember` works of a member run at once, of at most `members` members in this process. Beyond that it throws what
 * `refusal` gives.
 */
export function limitPerMember(o: { perMember: number; members?: number; refusal: () => Error }) {
  const { perMember, members = Number.POSITIVE_INFINITY, refusal } = o;
  const running = new Map<string, number>();
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const before = running.get(userId) ?? 0;
    if (before >= perMember || (before === 0 && running.size >= members)) throw refusal();
    running.set(userId, before + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(userId) ?? 1) - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
    }
  };
}
