"""Makes a bucket, and a user who may do anything with it, on a new server, and prints the user's two keys.

    s3-user.py ADDRESS BUCKET
"""

import json
import sys
import time

import boto3
import botocore.exceptions

address, bucket = sys.argv[1:]
options = dict(
    endpoint_url=address, region_name="us-east-1", aws_access_key_id="first", aws_secret_access_key="first"
)
deadline = time.monotonic() + 60
while True:
    try:
        boto3.client("s3", **options).create_bucket(Bucket=bucket)
        break
    except botocore.exceptions.EndpointConnectionError:
        if time.monotonic() > deadline:
            raise
        time.sleep(0.1)

iam = boto3.client("iam", **options)
everything = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
iam.create_user(UserName="tester")
iam.put_user_policy(UserName="tester", PolicyName="all", PolicyDocument=json.dumps(everything))
key = iam.create_access_key(UserName="tester")["AccessKey"]
print(key["AccessKeyId"], key["SecretAccessKey"])
