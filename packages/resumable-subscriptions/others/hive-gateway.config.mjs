import { defineConfig, NATSJetStreamPubSub } from '@graphql-hive/gateway';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

const connection = await connect({ servers: [process.env.NATS] });

export const gatewayConfig = defineConfig({
  maskedErrors: false,
  pubsub: new NATSJetStreamPubSub(jetstream(connection), { subjectPrefix: 'chat', stream: 'CHAT' }),
  additionalTypeDefs: /* GraphQL */ `
    extend schema { subscription: Subscription }
    type Subscription { said(after: String): Said! }
    type Said { cursor: String! message: Message }
    type Message { text: String! }
  `,
  additionalResolvers: {
    Subscription: {
      said: {
        async *subscribe(_root, { after }, { pubsub }) {
          for await (const { data, cursor } of pubsub.subscribe('said', { cursor: after ?? undefined }))
            yield { said: { cursor, message: data } };
        },
      },
    },
  },
});
