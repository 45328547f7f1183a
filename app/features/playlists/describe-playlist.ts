/** A playlist in a sentence or two, for link previews: its own description, else whose it is and how much there is. */
export function describePlaylist(playlist: {
  description: string | null;
  itemCount: number;
  owner: { name: string };
}): string {
  const { description, itemCount, owner } = playlist;
  return description || `${owner.name}さんのプレイリスト。${itemCount}件の音声を続けて聴けます。`;
}
