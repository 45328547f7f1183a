/** A person's name as a letter addresses them. The space matters: the name みな would become みなさま, which is everybody. */
export const withHonorific = (name: string): string => `${name} 様`;
