/** The bundle of a message that only tries out whether messages arrive. */
export const testBundle = "test";
