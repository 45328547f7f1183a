/** The house's own account (decisions, "Product"). Its id is also its page, `/mugen`. */
export const officialAccount = { id: "mugen", name: "Mugen", customUserId: "mugen", picture: "∞" };

/** Another name for it in addresses and in data that comes in; it is never stored. */
export const officialAlias = "mugen_official";
