/** Types without an ID: their objects are part of the object that contains them. */
export declare const VALUE_TYPES: readonly ["AtoAlert", "AtoAlertRaisedEvent", "AtoDistribution", "AtoDistributionsChangedEvent", "AtoRequestChangedEvent", "AuthToken", "Candidate", "Friend", "Image", "LeaderboardEntry", "LearningRecord", "LessonScore", "NotificationReceivedEvent", "ObjectivePerformance", "OtherSkills", "ParentFlags", "ProfileDetails", "RandomUser", "Session", "StreamGap"];
/** Lists with pages, by type and field, with the arguments that make a different list. */
export declare const CONNECTIONS: {
    readonly Query: {
        readonly atoRequests: readonly [];
        readonly classes: readonly [];
        readonly courses: readonly [];
        readonly leaderboard: readonly ["categories"];
        readonly searchUsers: readonly ["term"];
    };
    readonly User: {
        readonly notifications: readonly ["includeAcknowledged", "since"];
    };
};
/** Links to users that are null for strangers, by type and field, with the field that has the ID of the user. */
export declare const USER_LINKS: {
    readonly AtoRequest: {
        readonly user: "userId";
    };
    readonly BadgeAssertion: {
        readonly user: "userId";
    };
    readonly Candidate: {
        readonly user: "userId";
    };
    readonly ClassInstructor: {
        readonly user: "userId";
    };
    readonly ClassObserver: {
        readonly user: "userId";
    };
    readonly ClassStudent: {
        readonly user: "userId";
    };
    readonly LeaderboardEntry: {
        readonly user: "userId";
    };
    readonly LearningRecord: {
        readonly user: "userId";
    };
    readonly Note: {
        readonly author: "authorId";
        readonly user: "userId";
    };
    readonly Notification: {
        readonly receiver: "receiverId";
        readonly sender: "senderId";
    };
    readonly OtherSkills: {
        readonly user: "userId";
    };
};
/** Mutations that delete a record, by field, with its type. Their payload has `deletedId`. */
export declare const DELETIONS: {
    readonly deleteBucket: "Bucket";
    readonly deleteNote: "Note";
};
