/** The space matters: みな would become みなさま, which is everybody. */
export const withHonorific = (name: string): string => `${name} 様`;
