export const notificationsPage = "/preferences/notifications";

export const ntfyPage = `${notificationsPage}/ntfy`;
