/** Screens of paying and stopping. */
export const premiumPath = "/premium";
export const premiumSuccessPath = "/premium-success";
export const cancelPath = "/cancel";
/** The second step of a cancellation. */
export const confirmCancelPath = "/cancel?step=confirm";
/** Where a member sees their plan. */
export const membershipPath = "/settings#premium";
