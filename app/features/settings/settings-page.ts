/** What the settings are drawn of. */
export interface SettingsPage {
  /** Browsers that get push messages. */
  devices: { id: string; device: string; since: string; isCurrent: boolean }[];
  backgroundPlay: { isAllowed: boolean; isOn: boolean };
}

export const settingsPath = "/settings";
