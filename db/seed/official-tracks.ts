export const officialTracks: readonly { slug: string; title: string; labels: string[]; inputText: string; script: string }[] = [];
