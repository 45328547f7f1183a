/** The address of a member's public page: `/{customUserId}`, or `/{id}` until one is chosen (spec 2 §2). */
export function profilePath(person: { id: string; customUserId: string | null }): string {
  return `/${person.customUserId ?? person.id}`;
}
