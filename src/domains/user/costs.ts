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
import { RESOLVED_BY_ID } from './loaders.ts';

const own = once(readOwnProfile);
const friends = once(listFriends);

const selectsMoreThanId = ({ namesBelow }: CostedField): boolean => !namesBelow.isSubsetOf(RESOLVED_BY_ID);

/** A user that a record references, looked up in the own profile and the friends if more than the ID is selected. */
const reference: FieldCost = costs(when(selectsMoreThanId, own), when(selectsMoreThanId, friends));

export const userCosts: FieldCosts = {
  'Query.me': costs(own),
  'Mutation.createAnonymousUser': costs(unshared(createAnonymousUser)),
  'Query.searchUsers': costs(pages(searchUsers)),
  'Query.randomUsers': costs(unshared(listRandomUsers)),
  'User.position': costs(own),
  'User.role': costs(own),
  'User.email': costs(own),
  'User.trainer': costs(own),
  'User.trainee': costs(own),
  // Only the signed-in user has them, so they are one list wherever they are selected.
  'User.friends': {
    calls: [own, friends],
    yields: ({ result, assumedSize }) => ({
      ...result,
      key: 'friends',
      count: assumedSize('User.friends'),
    }),
  },
  'User.profileImage': costs(own, once(readProfilePicture)),
  'User.coverImage': costs(own, once(readCoverPhoto)),
  'AtoRequest.user': reference,
  'BadgeAssertion.user': reference,
  'Candidate.user': reference,
  'LeaderboardEntry.user': reference,
  'LearningRecord.user': reference,
  'Note.user': reference,
  'Notification.receiver': reference,
  'OtherSkills.user': reference,
};
