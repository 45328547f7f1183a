/** Characters of a question, UTF-16 units after trim. */
export const longestMessage = 1000;
