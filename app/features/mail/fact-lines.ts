/** Lines of a name, a tab and a value. */
export const factLines = (text: string) =>
  text.split("\n").map((line) => {
    const [name = "", value = ""] = line.split("\t");
    return [name, value] as const;
  });
