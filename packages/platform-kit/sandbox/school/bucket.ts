import type { Static } from 'typebox';
import type { Bucket as BucketResource } from '../../contract/resources.ts';

/** An app's data, shared by a list of users. */
export type Bucket = Static<typeof BucketResource>;

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
