/** A stored notification. Contract: Resources, Notification. */
export interface Notification {
  notificationId: string;
  receiver: string;
  sender: string;
  text: string;
  textParameters: string | null;
  /** The view to open. */
  path: string | null;
  persist: boolean;
  acknowledge: boolean;
  createdDate: string;
}

/** Notifications of the production app, oldest first. */
export const notifications: readonly Notification[] = [
  {
    notificationId: 'nt-welcome',
    receiver: 'u-ana',
    sender: 'u-marcus',
    text: 'Welcome to the Spring Group!',
    textParameters: null,
    path: '/classes/g-first-aid-spring',
    persist: true,
    acknowledge: true,
    createdDate: '2026-03-02T08:05:00.000Z',
  },
  {
    notificationId: 'nt-tourniquet',
    receiver: 'u-ana',
    sender: 'u-marcus',
    text: 'Your %s was graded.',
    textParameters: 'Tourniquet lesson',
    path: '/lessons/l-tourniquet',
    persist: true,
    acknowledge: false,
    createdDate: '2026-04-20T15:12:00.000Z',
  },
  {
    notificationId: 'nt-exam',
    receiver: 'u-ana',
    sender: 'u-hana',
    text: 'The field exam is on Saturday.',
    textParameters: null,
    path: null,
    persist: true,
    acknowledge: false,
    createdDate: '2026-05-02T08:01:00.000Z',
  },
];
