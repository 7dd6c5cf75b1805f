/** An app's data, shared by a list of users. Contract: Resources, Bucket. */
export interface Bucket {
  id: string;
  public: boolean;
  data: Record<string, unknown>;
  users: string[];
}

/** Buckets of the production app. */
export const buckets: readonly Bucket[] = [
  {
    id: 'trail-map',
    public: true,
    users: ['u-marcus', 'u-ana'],
    data: {
      title: 'Ridge trail',
      huts: [
        { name: 'Lower hut', beds: 12 },
        { name: 'Upper hut', beds: 6 },
      ],
      settings: { units: 'metric' },
    },
  },
  {
    id: 'instructor-plan',
    public: false,
    users: ['u-marcus', 'u-hana'],
    data: { week: 36, topics: ['bearings', 'resection'] },
  },
];
