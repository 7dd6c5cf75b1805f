import {
  type CostedField,
  costs,
  type FieldCost,
  type FieldCosts,
  once,
  pages,
  unshared,
  when,
} from '../../graph/cost.ts';
import {
  createAnonymousUser,
  listFriends,
  listRandomUsers,
  readCoverPhoto,
  readOwnProfile,
  readProfilePicture,
  searchUsers,
} from '../../platform/routes/user.ts';
import { ANSWERED_BY_ID } from './loaders.ts';

const own = once(readOwnProfile);
const friends = once(listFriends);

const moreThanId = ({ namesBelow }: CostedField): boolean => !namesBelow.isSubsetOf(ANSWERED_BY_ID);

/** A user whom a record names: found, where need be, in the own profile and among the friends. */
const named: FieldCost = costs(when(moreThanId, own), when(moreThanId, friends));

export const userCosts: FieldCosts = {
  'Query.me': costs(own),
  'Mutation.createAnonymousUser': costs(unshared(createAnonymousUser)),
  'Query.searchUsers': costs(pages(searchUsers)),
  'Query.randomUsers': {
    calls: [unshared(listRandomUsers)],
    yields: ({ args, parent, result }) => {
      const count = typeof args.count === 'number' ? Math.max(0, args.count) : 0;
      return { ...result, count, objects: parent.objects * count };
    },
  },
  'User.position': costs(own),
  'User.role': costs(own),
  'User.email': costs(own),
  'User.trainer': costs(own),
  'User.trainee': costs(own),
  // Only the signed-in user's are told, so they are one list wherever they are asked for.
  'User.friends': {
    calls: [own, friends],
    yields: ({ result, listEstimate }) => ({ ...result, key: 'friends', count: listEstimate }),
  },
  'User.profileImage': costs(own, once(readProfilePicture)),
  'User.coverImage': costs(own, once(readCoverPhoto)),
  'AtoRequest.user': named,
  'BadgeAssertion.user': named,
  'Candidate.user': named,
  'LeaderboardEntry.user': named,
  'LearningRecord.user': named,
  'Note.user': named,
  'Notification.receiver': named,
  'OtherSkills.user': named,
};
