export const notificationsPage = "/preferences/notifications";

export const ntfyPage = `${notificationsPage}/ntfy`;

export const pushPage = `${notificationsPage}/push`;

export const telegramPage = `${notificationsPage}/telegram`;
